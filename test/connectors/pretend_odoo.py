"""As much of Odoo as the addon of examples/odoo uses. A record is a dictionary in `rows`."""

import sys
import types

rows = []
parameters = {}
triggered = []


class UserError(Exception):
    pass


class Field:
    def __init__(self, *arguments, **settings):
        pass

    def __set_name__(self, owner, name):
        self._name = name

    def __get__(self, record, owner):
        return rows[record.ids[0]].get(self._name, False)


class Model:
    """A set of records."""

    def __init__(self, ids=()):
        self.__dict__["ids"] = list(ids)

    @property
    def env(self):
        return Environment(type(self))

    def __iter__(self):
        return (type(self)([one]) for one in self.ids)

    def __bool__(self):
        return bool(self.ids)

    def __getattr__(self, name):
        value = rows[self.ids[0]].get(name, False)
        return types.SimpleNamespace(**value) if isinstance(value, dict) else value

    def __setattr__(self, name, value):
        self.write({name: value})

    def write(self, values):
        for one in self.ids:
            rows[one].update(values)

    def filtered(self, accepts):
        return type(self)([one.ids[0] for one in self if accepts(one)])

    def search(self, domain, limit=None):
        found = [at for at, row in enumerate(rows) if all(row.get(field) == value for field, _, value in domain)]
        return type(self)(found[:limit])

    def with_context(self, **context):
        return self

    def sudo(self):
        return self

    def web_read(self, specification):
        return [project(rows[one], specification) for one in self.ids]

    def _post(self, soft=True):
        self.write({"state": "posted"})
        return self

    def button_draft(self):
        self.write({"state": "draft"})


def project(record, specification):
    """The fields of the specification; a KeyError where the test data lack one."""
    result = {"id": record["id"]}
    for name, members in specification.items():
        value = record[name]
        if "fields" in members and isinstance(value, list):
            value = [project(one, members["fields"]) for one in value]
        elif "fields" in members and value:
            value = project(value, members["fields"])
        result[name] = value
    return result


class Environment:
    cr = types.SimpleNamespace(commit=lambda: None)

    def __init__(self, model):
        self._model = model

    def __getitem__(self, name):
        return Parameters() if name == "ir.config_parameter" else self._model()

    def ref(self, name):
        return Cron(name)

    def _(self, text, *values):
        return text % values


class Parameters:
    def sudo(self):
        return self

    def get_param(self, name):
        return parameters.get(name, False)

    def set_param(self, name, value):
        parameters[name] = value


class Cron:
    def __init__(self, name):
        self._name = name

    def sudo(self):
        return self

    def _trigger(self):
        triggered.append(self._name)


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made
    return made


def install():
    """Makes `import odoo` find these modules. `odoo.http.request` is set by the steps."""
    parts = {
        "api": module("odoo.api", model=lambda function: function),
        "exceptions": module("odoo.exceptions", UserError=UserError),
        "fields": types.SimpleNamespace(Boolean=Field, Char=Field, Selection=Field, Text=Field),
        "http": module(
            "odoo.http", Controller=object, request=None, route=lambda *paths, **settings: lambda function: function
        ),
        "models": module("odoo.models", Model=Model),
    }
    return module("odoo", **parts)
