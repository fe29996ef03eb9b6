declare module 'tz-lookup' {
  /** The IANA zone at a point; throws when there is no such point. */
  export default function zoneAt(latitude: number, longitude: number): string
}
