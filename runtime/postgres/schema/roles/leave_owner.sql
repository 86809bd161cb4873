call public.pawl_leave_owner();
