import type { Json } from '../../../lib/json';
import { pathText } from '../../../lib/json';
import type { Commands } from '../../../lib/panel/commands';
import { type ComparedRow, comparedRows } from '../../../lib/panel/comparison';
import { countText } from '../../../lib/panel/figures';
import { branchSummary } from '../../../lib/panel/tree-lines';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { State } from '../../ui/State';
import type { DetailPart } from './Detail';
import { JsonSnippet } from './JsonSnippet';

/** What the page called against what left: what differs first, what is equal below it. */
export function ChangesTab({ record, commands }: DetailPart) {
  const rows = comparedRows(record);
  const [before, lead] = record.call
    ? (['Called', 'What the page passed in, against what left.'] as const)
    : (['Raised', 'What the SDK raised, against what its batch carried.'] as const);
  if (rows.length === 0) return <NothingToCompare raised={record.event !== null} called={record.call !== null} />;
  return (
    <>
      <p class="lead">{lead}</p>
      <table class="diff">
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">{before}</th>
            <th scope="col">{record.requests.length > 0 ? 'Sent' : 'Raised'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={String(index)} row={row} commands={commands} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function NothingToCompare({ raised, called }: { readonly raised: boolean; readonly called: boolean }) {
  if (!raised) {
    return (
      <Empty icon="changed" title="Nothing left the SDK">
        It raised no event of this call, so there is nothing to compare it with.
      </Empty>
    );
  }
  if (called) {
    return (
      <Empty icon="valid" title="Nothing was passed in">
        The call had no data that could differ from what left.
      </Empty>
    );
  }
  return (
    <Empty icon="changed" title="Call not seen">
      Only what left is known; there is nothing to compare it with.
    </Empty>
  );
}

function Row({ row, commands }: { readonly row: ComparedRow; readonly commands: Commands }) {
  const { path, called, sent, word, fromRow } = row;
  const isBranch = word === null;
  return (
    <tr class={word === null ? 'same' : 'differs'}>
      <th scope="row">
        <code>{pathText(path) || 'the whole event'}</code>
        {word !== null && (
          <State icon="changed" tone="warn">
            {word}
          </State>
        )}
      </th>
      <td>
        <Value value={called} short={isBranch} />
      </td>
      <td>
        <Value value={sent} short={isBranch} />
        {fromRow !== null && (
          <Button look="text" onClick={() => commands.showEvent(fromRow)}>
            From the options of row {countText(fromRow)}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Value({ value, short }: { readonly value: Json | undefined; readonly short: boolean }) {
  if (value === undefined) return <span class="muted">absent</span>;
  if (short && typeof value === 'object' && value !== null) return <span class="muted">{branchSummary(value)}</span>;
  return <JsonSnippet value={value} />;
}
