import type { TelemetryRecord } from '../../../lib/journey/record';
import { type ArgumentNames, foundValue } from '../../../lib/panel/event-tree';
import { findingPlace, findingSource, shortMessage } from '../../../lib/panel/finding-words';
import type { Finding } from '../../../lib/telemetry/findings';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { JsonSnippet } from './JsonSnippet';

interface FindingItemProps {
  readonly finding: Finding;
  readonly record: TelemetryRecord;
  readonly names: ArgumentNames;
  readonly onShow: () => void;
  readonly onRead: (() => void) | null;
}

/** One finding: where, what, found and allowed, who says so, and what to do with it. */
export function FindingItem({ finding, record, names, onShow, onRead }: FindingItemProps) {
  const error = finding.severity === 'error';
  const tone = error ? 'bad' : 'warn';
  return (
    <section class="finding">
      <Icon name={error ? 'invalid' : 'notice'} tone={tone} />
      <div>
        <div class="where">
          <button type="button" class="path" title="Show in event" onClick={onShow}>
            {findingPlace(finding)}
          </button>
          <span class="grow" />
          <span class={tone}>{error ? 'Error' : 'Notice'}</span>
          <span class="tag">{finding.ruleSet}</span>
        </div>
        <p class="what">{shortMessage(finding)}</p>
        <FindingFacts finding={finding} record={record} names={names} />
        <div class="actions">
          <Button look="text" onClick={onShow}>
            Show in event
          </Button>
          {onRead && (
            <Button look="text" onClick={onRead}>
              What the document says
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function FindingFacts({ finding, record, names }: Pick<FindingItemProps, 'finding' | 'record' | 'names'>) {
  const found = foundValue(record, finding, names);
  return (
    <dl class="facts">
      <dt>Found</dt>
      <dd>{found === undefined ? 'nothing at this place' : <JsonSnippet value={found} />}</dd>
      {finding.allowed && (
        <>
          <dt>Allowed</dt>
          <dd class="mono allowed">
            {finding.allowed.map((value) => (
              <span key={value}>{value} </span>
            ))}
          </dd>
        </>
      )}
      <dt>Source</dt>
      <dd>{findingSource(finding, record, names)}</dd>
    </dl>
  );
}
