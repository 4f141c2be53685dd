phrases! {}
