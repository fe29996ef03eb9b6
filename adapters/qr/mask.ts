import type { Matrix } from './matrix.ts'

/** The masks of ISO/IEC 18004 by their number: which data modules, by row and column, each inverts. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]
/** Every mask repeats after this many rows and columns. */
const PERIOD = 12

/** The masks that invert a module, one bit each, for each place of a period. */
const INVERTING = Uint8Array.from({ length: PERIOD * PERIOD }, (_, at) =>
  MASKS.reduce((bits, inverts, mask) => bits | (Number(inverts(Math.floor(at / PERIOD), at % PERIOD)) << mask), 0),
)

/** A QR code under a mask. */
export interface MaskedMatrix extends Matrix {
  /** 1 for modules of fixed patterns, which no mask inverts. */
  readonly reservedBit: Uint8Array
}

/** Points by the masks that get them: bit 3 of the index stands for mask 3. */
type Points = Uint32Array

/**
 * The number of the mask that scanners read best, by the penalties of ISO/IEC 18004; the given code has mask 0. A module is one byte with
 * its color under each of the eight masks, so that one pass evaluates all masks.
 */
export function bestMask(code: MaskedMatrix): number {
  const { size } = code
  const modules = underAllMasks(code)
  const points: Points = new Uint32Array(256)
  for (let line = 0; line < size; line++) {
    judgeLine(modules, size, line * size, 1, points)
    judgeLine(modules, size, line, size, points)
    if (line > 0) judgeSquares(modules, size, line, points)
  }
  const dark: Points = new Uint32Array(256)
  for (const module of modules) dark[module] = (dark[module] as number) + 1
  const counts = byMask(dark)
  const penalties = byMask(points).map((sum, mask) => sum + unevenness((counts[mask] as number) / modules.length))
  return penalties.indexOf(Math.min(...penalties))
}

function underAllMasks({ size, data, reservedBit }: MaskedMatrix): Uint8Array {
  const modules = new Uint8Array(data.length)
  for (let row = 0, at = 0; row < size; row++) {
    const tile = (row % PERIOD) * PERIOD
    for (let column = 0; column < size; column++, at++) {
      const inverting = reservedBit[at] === 1 ? 0 : (INVERTING[tile + (column % PERIOD)] as number)
      // Mask 0, which is applied already, is the lowest bit.
      modules[at] = -((data[at] as number) ^ (inverting & 1)) ^ inverting
    }
  }
  return modules
}

/** Runs of five or more modules, and parts that look like a finder pattern, in one row or column. */
function judgeLine(modules: Uint8Array, size: number, start: number, step: number, points: Points) {
  const end = start + size * step
  let before = 0
  for (let at = start + 4 * step; at < end; at += step) {
    const last = modules[at] as number
    const differing =
      (last ^ (modules[at - step] as number)) |
      (last ^ (modules[at - 2 * step] as number)) |
      (last ^ (modules[at - 3 * step] as number)) |
      (last ^ (modules[at - 4 * step] as number))
    const run = ~differing & 0xff
    // Three points for a run of five, one for each module more.
    add(points, run, 1)
    add(points, run & ~before, 2)
    before = run
  }
  for (let at = start + 10 * step; at < end; at += step) judgeFinder(modules, at, step, points)
}

/** Modules in the proportions of a finder pattern, 1011101, with four light ones before or after them. */
function judgeFinder(modules: Uint8Array, at: number, step: number, points: Points) {
  const back = (count: number) => modules[at - count * step] as number
  const middle = back(6) & ~back(5) & back(4)
  if (middle === 0) return
  add(points, middle & back(10) & ~back(9) & back(8) & back(7) & ~(back(3) | back(2) | back(1) | back(0)), 40)
  add(points, middle & ~(back(10) | back(9) | back(8) | back(7)) & back(3) & back(2) & ~back(1) & back(0), 40)
}

/** Squares of two by two equal modules in a row and the one above. */
function judgeSquares(modules: Uint8Array, size: number, row: number, points: Points) {
  for (let at = row * size + 1; at < (row + 1) * size; at++) {
    const module = modules[at] as number
    const differing =
      (module ^ (modules[at - 1] as number)) |
      (module ^ (modules[at - size] as number)) |
      (module ^ (modules[at - size - 1] as number))
    add(points, ~differing & 0xff, 3)
  }
}

function add(points: Points, masks: number, count: number) {
  points[masks] = (points[masks] as number) + count
}

/** The sum of each mask. */
function byMask(points: Points): number[] {
  const sums = MASKS.map(() => 0)
  for (let masks = 1; masks < points.length; masks++) {
    const count = points[masks] as number
    if (count === 0) continue
    for (let mask = 0; mask < sums.length; mask++) sums[mask] = (sums[mask] as number) + ((masks >> mask) & 1) * count
  }
  return sums
}

/** Ten points for each full 5 % between the share of dark modules and one half. */
const unevenness = (share: number) => 10 * Math.floor(Math.abs(share - 0.5) * 20)
