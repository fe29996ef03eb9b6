import { receivingHost } from '@shortlink/core/adapter'
import { describe, expect, it } from 'vitest'

describe('the receiving host', () => {
  it.each([
    ['https://hooks.example.com/a?b#c', 'hooks.example.com'],
    ['http://HOOKS.Example.com:8080/', 'hooks.example.com'],
    ['https://hooks.example.com./', 'hooks.example.com'],
    ['https://%68ooks.example.com/', 'hooks.example.com'],
    ['https://ｈooks.example。com/', 'hooks.example.com'],
    ['https://8.8.2056/', '8.8.8.8'],
    ['https://0x08080808/', '8.8.8.8'],
    ['https://[::ffff:8.8.8.8]:8443/', '8.8.8.8'],
    ['https://[0:0:0:0:0:FFFF:0808:0808]/', '8.8.8.8'],
    ['https://[2606:2800:021f:00cb::1]/', '[2606:2800:21f:cb::1]'],
  ])('of %s is %s', (url, host) => {
    expect(receivingHost(url)).toBe(host)
  })
})
