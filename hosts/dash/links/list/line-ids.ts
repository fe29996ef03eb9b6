import { createContext } from 'preact'

/** The ids of the links in the list, by the pages that were loaded. */
export const LineIds = createContext<readonly (readonly string[])[]>([])
