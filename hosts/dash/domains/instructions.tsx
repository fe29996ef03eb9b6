import { useWords } from '../ui/words.tsx'
import type { DnsRecords } from './dns-records.ts'
import { RecordList } from './record-list.tsx'

/** The records to publish, and their purpose. */
export function Instructions({ proof, pointing, kind, host, shortProofName, registered }: DnsRecords) {
  const { words } = useWords()
  return (
    <div class="stack">
      <div class="stack tight">
        <h3>{words.domains.proof}</h3>
        <p class="muted small">{words.domains.proofHint(shortProofName, registered)}</p>
        <RecordList records={[proof]} host={host} />
      </div>
      <div class="stack tight">
        <h3>{words.domains.pointing}</h3>
        <p class="muted small">{words.domains.pointingHints[kind](host)}</p>
        {pointing.length > 0 && <RecordList records={pointing} host={host} />}
      </div>
    </div>
  )
}
