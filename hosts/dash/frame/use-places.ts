import { useQuery } from '@tanstack/preact-query'
import { account } from '../account/queries.ts'
import { PLACES, type Place } from '../places.ts'

/** The places that the signed-in account may open. */
export function usePlaces(): readonly Place[] {
  const { data } = useQuery(account)
  return PLACES.filter(({ isForAdministrators }) => !isForAdministrators || data?.role === 'ADMIN')
}
