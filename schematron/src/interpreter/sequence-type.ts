import { EvaluationError } from '../errors.ts'
import { cast } from '../values/cast.ts'
import { isNumeric } from '../values/operate.ts'
import {
  Atomic,
  AttributeNode,
  documentName,
  type Item,
  isNode,
  RemarkNode,
  TextNode,
  typedValue,
} from '../values/values.ts'
import { Element } from '../xml/element.ts'
import type { NodeKind, SequenceType } from '../xpath/ast.ts'

/** Whether a sequence has a type, as in `instance of`. */
export function matchesType(items: readonly Item[], type: SequenceType): boolean {
  return countFits(items.length, type) && items.every((item) => isOfType(item, type.item))
}

/**
 * XPath's function conversion rules: fits a sequence to the declared type of a parameter or a
 * result. Nodes become their values, untyped text is cast, integers count as decimals, and any
 * number as a double.
 *
 * @throws EvaluationError when the sequence does not fit
 */
export function convertTo(items: readonly Item[], type: SequenceType | undefined): readonly Item[] {
  if (!type) return items
  const { item: wanted } = type
  const nodesWanted = wanted === 'item' || wanted === 'none' || isNodeType(wanted)
  const converted = nodesWanted ? items : items.map((item) => convertItem(item, wanted))
  if (matchesType(converted, type)) return converted
  throw new EvaluationError(`a value does not have the type ${wanted}${type.occurrence}`)
}

function convertItem(item: Item, wanted: SequenceType['item']): Item {
  const value = typedValue(item)
  if (wanted === 'atomic' || wanted === 'item' || wanted === 'none' || isNodeType(wanted)) return value
  if (value.type === 'untyped') return cast(value, wanted)
  if (wanted === 'double' && isNumeric(value)) return cast(value, 'double')
  return value
}

function countFits(count: number, { item, occurrence }: SequenceType): boolean {
  if (item === 'none') return count === 0
  if (count === 0) return occurrence === '?' || occurrence === '*'
  return count === 1 || occurrence === '*' || occurrence === '+'
}

function isOfType(item: Item, type: SequenceType['item']): boolean {
  switch (type) {
    case 'item':
      return true
    case 'none':
      return false
    case 'node':
      return isNode(item)
    case 'document':
      return item instanceof Element && item.nameId === documentName.id
    case 'element':
      return item instanceof Element && item.nameId !== documentName.id
    case 'attribute':
      return item instanceof AttributeNode
    case 'text':
      return item instanceof TextNode
    case 'comment':
    case 'instruction':
      return item instanceof RemarkNode && item.remark.kind === type
    case 'atomic':
      return item instanceof Atomic
    case 'decimal':
      return item instanceof Atomic && (item.type === 'decimal' || item.type === 'integer')
    default:
      return item instanceof Atomic && item.type === type
  }
}

function isNodeType(type: SequenceType['item']): type is NodeKind {
  return nodeTypes.has(type)
}

const nodeTypes: ReadonlySet<string> = new Set<NodeKind>([
  ...(['node', 'element', 'attribute', 'text', 'document', 'comment', 'instruction'] as const),
])
