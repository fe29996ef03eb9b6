export { qrCodes } from './qr-codes.ts'
