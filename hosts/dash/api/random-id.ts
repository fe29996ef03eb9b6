/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing where the page came by plain http from an address. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
