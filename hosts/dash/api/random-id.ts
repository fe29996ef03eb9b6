/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing on pages over plain http from hosts other than loopback. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
