import type { JsonPath } from '../../../lib/json';
import type { Draft, DraftProblem } from '../../../lib/panel/composer';
import { findingPlace } from '../../../lib/panel/finding-words';
import type { Field } from '../../../lib/telemetry/fields';
import type { Finding } from '../../../lib/telemetry/findings';
import { Icon } from '../../ui/Icon';
import { State } from '../../ui/State';
import { DraftFields } from './DraftFields';

interface DraftFindingsProps {
  readonly draft: Draft;
  readonly fields: readonly Field[];
  readonly onShow: (path: JsonPath) => void;
  readonly onRead: () => void;
}

/** What is found about the draft, while one types. */
export function DraftFindings({ draft, fields, onShow, onRead }: DraftFindingsProps) {
  const reading = draft.reading.value;
  return (
    <section class="draft-findings" aria-label="Findings and fields">
      <div class="pane">
        <div class="draft-side-head">
          <h3>Findings</h3>
        </div>
        {reading.status === 'unreadable' && <Unreadable problem={reading.problem} />}
        {reading.status === 'read' &&
          reading.findings.map((finding, index) => (
            <DraftFinding key={String(index)} finding={finding} onShow={() => onShow(finding.path)} />
          ))}
        {reading.status === 'read' && reading.findings.length === 0 && <Fine kind={draft.kind} />}
        <DraftFields fields={fields} onShow={onShow} onRead={onRead} />
      </div>
    </section>
  );
}

function Fine({ kind }: { readonly kind: string }) {
  return (
    <div class="fine-draft">
      <State icon="valid" tone="calm">
        A valid {kind.toUpperCase()}. Nothing to remark on.
      </State>
    </div>
  );
}

function Unreadable({ problem }: { readonly problem: DraftProblem }) {
  return (
    <section class="finding">
      <Icon name="invalid" tone="bad" />
      <div>
        <div class="where">
          <b>Not readable as a draft</b>
        </div>
        <p class="what">{problem.message}</p>
      </div>
    </section>
  );
}

function DraftFinding({ finding, onShow }: { readonly finding: Finding; readonly onShow: () => void }) {
  const error = finding.severity === 'error';
  return (
    <section class="finding">
      <Icon name={error ? 'invalid' : 'notice'} tone={error ? 'bad' : 'warn'} />
      <div>
        <div class="where">
          <button type="button" class="path" title="Show in the draft" onClick={onShow}>
            {findingPlace(finding)}
          </button>
          <span class="grow" />
          <span class={error ? 'bad' : 'warn'}>{error ? 'Error' : 'Notice'}</span>
        </div>
        <p class="what">{finding.message}</p>
      </div>
    </section>
  );
}
