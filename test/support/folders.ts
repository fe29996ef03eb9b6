import { dirname } from 'node:path'

/** The most source files that a folder may have, not counting subfolders. */
const MAX_FILES = 20

/**
 * Folders whose entries need no order: import rules order the packages, slices of core use entities and ports of each other, and
 * `core/ports.ts` names the ports of all slices.
 */
const UNLAYERED = ['', 'core']

export interface Import {
  readonly from: string
  readonly to: string
}

/** Returns a line for each folder that has too many of these source files. */
export function findLargeFolders(files: readonly string[]): string[] {
  const folders = Map.groupBy(files, (file) => dirname(file))
  return [...folders]
    .filter(([, { length }]) => length > MAX_FILES)
    .map(([folder, { length }]) => `a folder has at most ${MAX_FILES} source files: ${folder} has ${length}`)
}

/** Returns a line for each folder where imports among its files and subfolders form a cycle, so that no order of layers fits them. */
export function findFolderCycles(imports: readonly Import[]): string[] {
  const graphs = new Map<string, Map<string, Set<string>>>()
  for (const { from, to } of imports) {
    const { folder, importer, imported } = fork(from, to)
    const graph = graphs.get(folder) ?? new Map<string, Set<string>>()
    graphs.set(folder, graph)
    graph.set(importer, (graph.get(importer) ?? new Set()).add(imported))
  }
  return [...graphs].flatMap(([folder, graph]) => {
    const cycle = UNLAYERED.includes(folder) ? undefined : findCycle(graph)
    return cycle === undefined ? [] : [`folders form layers: in ${folder}, ${cycle.join(' → ')}`]
  })
}

/** The deepest folder of two files, and the entries of it that lead to them. */
function fork(from: string, to: string) {
  const [a, b] = [from.split('/'), to.split('/')]
  const depth = a.findIndex((part, index) => part !== b[index])
  return { folder: a.slice(0, depth).join('/'), importer: a[depth] ?? '', imported: b[depth] ?? '' }
}

function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const acyclic = new Set<string>()
  const visit = (entry: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(entry)) return [...path.slice(path.indexOf(entry)), entry]
    if (acyclic.has(entry)) return undefined
    for (const imported of graph.get(entry) ?? []) {
      const cycle = visit(imported, [...path, entry])
      if (cycle !== undefined) return cycle
    }
    acyclic.add(entry)
    return undefined
  }
  for (const entry of graph.keys()) {
    const cycle = visit(entry, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}
