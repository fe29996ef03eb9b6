import { expect, it } from 'vitest'
import { FairPlaces } from '../../../hosts/rest/fair-places.ts'

it('a network takes no more than its share, and a /64 is one network', () => {
  const places = new FairPlaces({ total: 10, ofNetwork: 2 })
  const take = (ip: string) => places.take(ip, () => {})
  const [first] = [take('2001:db8::1'), take('2001:db8::2')]
  expect(take('2001:db8::3')).toBe('network full')
  expect(take('2001:db8:0:1::1')).toBeTypeOf('function')
  if (typeof first === 'function') first()
  expect(take('2001:db8::3')).toBeTypeOf('function')
})

it('when all places are taken, the network with most gives its oldest to one with fewer, and to no other', () => {
  const places = new FairPlaces({ total: 4, ofNetwork: 4 })
  const ended: string[] = []
  const take = (ip: string, name = ip) => places.take(ip, () => ended.push(name))
  take('192.0.2.1', 'oldest')
  for (let n = 0; n < 3; n += 1) take('192.0.2.1')
  expect(take('192.0.2.2')).toBeTypeOf('function')
  expect(take('192.0.2.1')).toBe('all taken')
  expect(take('192.0.2.3')).toBeTypeOf('function')
  expect(take('192.0.2.3')).toBe('all taken')
  expect(ended).toEqual(['oldest', '192.0.2.1'])
})

it('a place that went to another is not given back twice', () => {
  const places = new FairPlaces({ total: 2, ofNetwork: 2 })
  const leave = places.take('192.0.2.1', () => {})
  places.take('192.0.2.1', () => {})
  places.take('192.0.2.2', () => {})
  if (typeof leave === 'function') leave()
  expect(places.take('192.0.2.3', () => {})).toBe('all taken')
})
