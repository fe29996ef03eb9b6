const APPLIANCE =
  /smart-?tv|\btv\b|googletv|appletv|hbbtv|web0s|netcast|vidaa|bravia|viera|mitv|crkey|roku|playstation|xbox|nintendo|oculusbrowser/i
const FIRE_TV = /\bAFT[A-Z]{1,4}\d*\b/

/** Televisions, consoles, headsets and their sticks, even when their user agents claim to be a desktop or a phone. */
export const isAppliance = (userAgent: string) => APPLIANCE.test(userAgent) || FIRE_TV.test(userAgent)
