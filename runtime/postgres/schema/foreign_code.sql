call public.pawl_refuse_foreign_code();
