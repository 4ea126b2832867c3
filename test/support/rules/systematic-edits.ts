import type { Element } from '@selfbill/schematron/xml'
import { comment, withComments } from './hostile-edits.ts'
import { elementOf, type Node, nodeOf } from './ubl-documents.ts'

/**
 * The same small change at every place of a document, one document each: every kind of element
 * padded with blanks, in lower case, empty, missing, duplicate, misplaced; attributes likewise. It
 * shows what a rule trims, ignores or counts.
 */
export function systematicVariants(
  root: Element,
  isWanted: (what: string) => boolean,
): { what: string; root: Element }[] {
  const nodes = all(nodeOf(root))
  const names = new Set(nodes.slice(1).map(({ element }) => element.name.qualified))
  const parents = new Set(
    nodes.filter(({ children }) => children.length > 0).map(({ element }) => element.name.qualified),
  )
  const attributes = new Set(nodes.flatMap((node) => [...node.attributes.keys()]))
  const places = new Set(pathsOf(nodeOf(root)))
  const everyName = () => [...new Map(nodes.slice(1).map(({ element }) => [element.name.qualified, element])).values()]
  const oneOfEach = (text: string) =>
    everyName().map((element): Node => ({ element, attributes: new Map(), children: [], text }))
  const edits = [
    { what: 'all names misplaced, empty', edit: (top: Node) => top.children.push(...oneOfEach('')) },
    { what: 'all names misplaced, with text', edit: (top: Node) => top.children.push(...oneOfEach('x')) },
    { what: 'all names misplaced, whole', edit: (top: Node) => top.children.push(...everyName().map(nodeOf)) },
    {
      what: 'all names misplaced, whole and wrong',
      edit: (top: Node) => top.children.push(...everyName().map((name) => wrong(name, 'wrong'))),
    },
    {
      what: 'all names misplaced, whole and empty',
      edit: (top: Node) => top.children.push(...everyName().map((name) => wrong(name, ''))),
    },
    { what: 'all misplaced, ids only', edit: (top: Node) => top.children.push(...nodes.slice(1).map(idsOnly)) },
    { what: 'all misplaced, at 7 %', edit: (top: Node) => top.children.push(...nodes.slice(1).map(atSeven)) },
    { what: 'another inside, all twice', edit: (top: Node) => top.children.push(twice(nodeOf(root))) },
    { what: 'another inside', edit: (top: Node) => top.children.push({ ...nodeOf(root), children: [] }) },
    ...[...parents].flatMap((name) => [
      {
        what: `all names inside ${name}, empty`,
        edit: firstNamed(name, (node) => node.children.push(...oneOfEach(''))),
      },
    ]),
    { what: 'all texts padded', edit: everyNode((node) => pad(node)) },
    { what: 'all texts in small letters', edit: everyNode((node) => lower(node)) },
    { what: 'all texts split', edit: everyNode((node) => split(node)) },
    ...[...names].flatMap((name) => [
      { what: `${name} padded`, edit: everyNode((node) => isNamed(node, name) && pad(node)) },
      { what: `${name} in small letters`, edit: everyNode((node) => isNamed(node, name) && lower(node)) },
      { what: `${name} split`, edit: everyNode((node) => isNamed(node, name) && split(node)) },
    ]),
    ...[...attributes].flatMap((name) => [
      { what: `@${name} padded`, edit: everyNode(withAttribute(name, (value) => ` ${value} `)) },
      { what: `@${name} in small letters`, edit: everyNode(withAttribute(name, (value) => value.toLowerCase())) },
      { what: `no @${name}`, edit: everyNode(({ attributes: held }) => held.delete(name)) },
    ]),
    ...[...places].flatMap((path) => [
      { what: `empty ${path}`, edit: atPlace(path, (node) => clear(node)) },
      { what: `no ${path}`, edit: atPlace(path, (node, parent) => keep(parent, (child) => child !== node)) },
      { what: `two ${path}`, edit: atPlace(path, (node, parent) => parent.children.push(nodeOf(elementOf(node)))) },
    ]),
  ]
  return edits
    .filter(({ what }) => isWanted(what))
    .map(({ what, edit }) => {
      const changed = nodeOf(root)
      edit(changed)
      return { what, root: /split$/.test(what) ? withComments(elementOf(changed)) : elementOf(changed) }
    })
}

function everyNode(change: (node: Node) => unknown): (root: Node) => void {
  return (root) => {
    for (const node of all(root)) change(node)
  }
}

function firstNamed(name: string, change: (node: Node) => unknown): (root: Node) => void {
  return (root) => {
    const node = all(root).find((candidate) => isNamed(candidate, name) && candidate.children.length > 0)
    if (node) change(node)
  }
}

/** The first element at a path of names. */
function atPlace(path: string, change: (node: Node, parent: Node) => unknown): (root: Node) => void {
  return (root) => {
    let [node, parent] = [root, root]
    for (const name of path.split('/')) {
      const next = node.children.find((child) => isNamed(child, name))
      if (!next) return
      parent = node
      node = next
    }
    change(node, parent)
  }
}

function pathsOf(node: Node, above = ''): string[] {
  return node.children.flatMap((child) => {
    const path = `${above}${child.element.name.qualified}`
    return [path, ...pathsOf(child, `${path}/`)]
  })
}

function all(node: Node): Node[] {
  return [node, ...node.children.flatMap(all)]
}

function isNamed({ element }: Node, name: string): boolean {
  return element.name.qualified === name
}

function pad(node: Node): void {
  if (node.children.length === 0) node.text = `\n ${node.text} `
}

function lower(node: Node): void {
  node.text = node.text.toLowerCase()
}

/** Adds a comment inside. */
function split(node: Node): void {
  if (node.children.length === 0) node.text = `${node.text.slice(0, 1)}${comment}${node.text.slice(1)}`
}

/** Changes all texts and removes all attributes. */
function wrong(element: Element, text: string): Node {
  const node = nodeOf(element)
  for (const inside of all(node)) {
    inside.attributes.clear()
    if (inside.children.length === 0) inside.text = text
  }
  return node
}

/** Keeps only identifiers and charge indicators among its leaves. */
function idsOnly(node: Node): Node {
  const isLeft = ({ children, element }: Node) => children.length > 0 || /^ID$|Indicator/.test(element.name.local)
  return { ...node, children: node.children.filter(isLeft).map(idsOnly) }
}

/** Sets every rate in it. */
function atSeven(node: Node): Node {
  const text = node.element.name.local === 'Percent' ? '7' : node.text
  return { ...node, text, children: node.children.map(atSeven) }
}

/** Three nested levels of it. */
function twice(node: Node, levels = 3): Node {
  if (levels === 0) return node
  return { ...node, children: node.children.flatMap((child) => [twice(child, levels - 1), twice(child, levels - 1)]) }
}

function clear(node: Node): void {
  node.children = []
  node.text = ''
}

function keep(node: Node, test: (child: Node) => boolean): void {
  node.children = node.children.filter(test)
}

function withAttribute(name: string, change: (value: string) => string): (node: Node) => void {
  return ({ attributes }) => {
    const value = attributes.get(name)
    if (value !== undefined) attributes.set(name, change(value))
  }
}
