import { filterKeys } from '../../../lib/panel/filter-language/filter-keys';
import { Dialog } from '../../ui/Dialog';

/** What can be written, with an example that is put into the field when it is chosen. */
const grammar: readonly (readonly [example: string, meaning: string])[] = [
  ['water', 'any text of the event, its page or its call; letter case never matters'],
  ['"two words"', 'a text with spaces in it'],
  ['/do_\\d+/', 'a regular expression'],
  ...Object.values(filterKeys).map(({ example, summary }) => [example, summary] as const),
  ['edata.type:click', 'the value of a field, by its path'],
  ['edata.duration:>60', 'numbers can be compared: > >= < <='],
  ['object.id:do_21*', '* stands for anything; alone it asks whether the field is there'],
  ['kind:assess,response', 'a comma means or'],
  ['-page:admin', 'a minus means not'],
];

interface FilterHelpProps {
  readonly onTry: (example: string) => void;
  readonly onClose: () => void;
}

/** The filter language on a card. */
export function FilterHelp({ onTry, onClose }: FilterHelpProps) {
  return (
    <Dialog title="Filter" safe="Close" onSafe={onClose}>
      <p class="muted">Terms stand side by side; an event must meet all of them. Choose an example to try it.</p>
      <dl class="facts filter-help">
        {grammar.map(([example, meaning]) => (
          <>
            <dt>
              <button type="button" class="link mono" onClick={() => onTry(example)}>
                {example}
              </button>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
