from . import account_move, masters
