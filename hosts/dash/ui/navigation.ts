let navigations = 0

/** Counts a change of page; the first page is no change. */
export const countNavigation = () => {
  navigations += 1
}

/** Whether the user came to this page from another one of the dashboard. */
export const wasNavigated = () => navigations > 0
