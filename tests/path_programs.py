def random_path_program(random): return ""
