# Runs once, when the database is made: the role of the service, which owns its database and is no
# superuser. Superusers are above row level security, which keeps the rows of organisations apart.
psql -v ON_ERROR_STOP=1 -v password="$SELFBILL_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role selfbill login password :'password';
create database selfbill owner selfbill;
SQL
