import { describe, expect, it } from 'vitest'
import { addressKey, clientAddress } from '@/lib/access/limits/rules'

describe('what stands for one caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ["1.2.3.4'; --", 'unknown'],
    ['1.2.3.4.5', 'unknown'],
  ])('%s → %s', (address, key) => expect(addressKey(address)).toBe(key))

  it('is the same for a thousand addresses of one /64', () => {
    const keys = new Set(
      Array.from({ length: 1_000 }, (_, n) => addressKey(`2001:db8:7:7:${n.toString(16)}::${n.toString(16)}`)),
    )
    expect(keys.size).toBe(1)
  })
})

describe('the address behind X-Forwarded-For', () => {
  it.each([
    ['nobody wrote but our own server', '203.0.113.9', 0, '203.0.113.9'],
    ['a caller who forges is still themselves', '1.1.1.1, 2.2.2.2, 203.0.113.9', 0, '203.0.113.9'],
    ['one proxy: what it saw', '203.0.113.9, 10.0.0.2', 1, '203.0.113.9'],
    ['one proxy and a forged head', '6.6.6.6, 203.0.113.9, 10.0.0.2', 1, '203.0.113.9'],
    ['two proxies', '6.6.6.6, 203.0.113.9, 10.0.0.3, 10.0.0.2', 2, '203.0.113.9'],
    ['fewer hops than promised: the first', '203.0.113.9', 2, '203.0.113.9'],
    ['no header at all', null, 0, ''],
  ])('%s', (_, header, proxies, address) => expect(clientAddress(header, proxies)).toBe(address))
})
