"""As much of Frappe as purchase_invoice.py uses. Jobs run when the test says so."""

import sys
import types


class Thrown(Exception):
    pass


class AuthenticationError(Thrown):
    pass


class Document:
    def __init__(self, values):
        self._values = values

    def __getattr__(self, field):
        value = self._values.get(field)
        return [Document(row) for row in value] if isinstance(value, list) else value

    def get(self, field):
        return self._values.get(field)

    def as_dict(self, convert_dates_to_str=False):
        return self._values

    def db_set(self, field, value, update_modified=True):
        self._values[field] = value


class Store:
    """Documents by type and name; in a list where the name does not matter."""

    def __init__(self, masters):
        self._tables = {"Purchase Invoice": {}, **masters}
        self._globals = {}
        self.enqueued = []

    def document(self, doctype, name):
        values = self._tables[doctype][name]
        return Document(values)

    def rows(self, doctype, filters):
        table = self._tables[doctype]
        rows = table.values() if isinstance(table, dict) else table
        return [row for row in rows if all(row.get(field) == value for field, value in filters.items())]

    def insert(self, invoice):
        self._tables["Purchase Invoice"][invoice["name"]] = invoice

    def set_value(self, doctype, name, fields, update_modified=True):
        self._tables[doctype][name].update(fields)

    def exists(self, doctype, name):
        return name in self._tables[doctype]

    def get_value(self, doctype, filters, fields, as_dict=False):
        rows = self.rows(doctype, {"name": filters} if isinstance(filters, str) else filters)
        return {field: rows[0].get(field) for field in fields} if rows else None

    def get_global(self, key):
        return self._globals.get(key)

    def set_global(self, key, value):
        self._globals[key] = value

    def commit(self):
        pass


class Cache(dict):
    def get_value(self, key, expires=False):
        return self.get(key)

    def set_value(self, key, value, expires_in_sec=None):
        self[key] = value


def install(store):
    """Makes `import frappe` find this module."""

    def throw(message, exception=Thrown, title=None, as_list=False):
        raise exception("\n".join(message) if as_list else message)

    def enqueue(job, job_id=None, deduplicate=False, enqueue_after_commit=False, **arguments):
        store.enqueued.append((job, arguments))

    frappe = types.ModuleType("frappe")
    frappe._ = lambda text: text
    frappe.AuthenticationError = AuthenticationError
    frappe.cache = Cache()
    frappe.conf = types.SimpleNamespace()
    frappe.db = store
    frappe.enqueue = enqueue
    frappe.get_all = lambda doctype, filters, pluck: [row[pluck] for row in store.rows(doctype, filters)]
    frappe.get_cached_doc = frappe.get_doc = store.document
    frappe.get_cached_value = lambda doctype, name, field: store.document(doctype, name).get(field)
    frappe.log_error = lambda title: None
    frappe.throw = throw
    frappe.utils = types.SimpleNamespace(escape_html=lambda text: text)
    frappe.whitelist = lambda **settings: lambda function: function
    sys.modules["frappe"] = frappe
    return frappe


def run_jobs(store):
    while store.enqueued:
        job, arguments = store.enqueued.pop(0)
        job(**arguments)
