select flow, abi, model->>'label' from pawl_flows order by flow;
select flow from pawl_flows join pawl_freezes on machine = flow order by flow;
insert into pawl_flows (flow, fingerprint, abi) values ('forged', '0', 1);
