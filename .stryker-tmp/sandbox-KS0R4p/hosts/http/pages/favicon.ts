/** Two links of a chain, drawn as one line. */
export const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#4f4bd1"/><stop offset="1" stop-color="#b23a8e"/></linearGradient></defs><rect width="32" height="32" rx="9" fill="url(#g)"/><path d="M13.5 18.5a4.2 4.2 0 0 0 6 0l4-4a4.24 4.24 0 0 0-6-6l-1.5 1.5M18.5 13.5a4.2 4.2 0 0 0-6 0l-4 4a4.24 4.24 0 0 0 6 6l1.5-1.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'
