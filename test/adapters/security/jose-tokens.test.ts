import { joseTokens } from '@shortlink/adapters/security'
import { tokensContract } from '@shortlink/core/contracts'

tokensContract(() => ({
  tokens: joseTokens('a secret of tests, at least 32 bytes long'),
  foreign: joseTokens('another secret of tests, 32 bytes and more'),
}))
