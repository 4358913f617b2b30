import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import type { Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';
import { ViolationRow } from './ViolationRow';
import type { ViolationRunner } from './violation-runner';

interface ViolationTableProps {
  readonly violations: readonly Violation[];
  readonly runner: ViolationRunner;
  readonly canFire: boolean;
  readonly onFire: (violation: Violation) => void;
  readonly onShow: (row: number) => void;
}

const columns = ['violation', 'expected', 'sdk', 'validator', 'ingestion', 'collector'] as const;

/** What a column's name alone does not say. */
const hints = (): Partial<Record<(typeof columns)[number], string>> => ({
  ingestion: i18n.t('violations.ingestionHint'),
  collector: i18n.t('violations.collectorHint'),
});

/** One row per violation: one stop for Tab, arrows inside, Enter fires. */
export function ViolationTable({ violations, runner, canFire, onFire, onShow }: ViolationTableProps) {
  const focused = useSignal(0);
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const to = targetOf(event.key, focused.value, violations.length - 1);
    if (to === null) return;
    event.preventDefault();
    focused.value = to;
    event.currentTarget.querySelectorAll<HTMLElement>('[data-fire]')[to]?.focus();
  };
  return (
    <section class="wrong-table" aria-label={i18n.t('violations.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{i18n.t('violations.fire')}</span>
            </th>
            {columns.map((name) => (
              <th key={name} class={`c-${name}`} scope="col" title={hints()[name]}>
                {i18n.t(`violations.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {violations.map((violation, index) => (
            <ViolationRow
              key={String(index)}
              violation={violation}
              state={runner.stateOf(violation)}
              canFire={canFire}
              tabStop={index === Math.min(focused.value, violations.length - 1)}
              onFocus={() => {
                focused.value = index;
              }}
              onFire={() => onFire(violation)}
              onShow={onShow}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const PAGE = 10;

function targetOf(key: string, from: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE,
    PageUp: from - PAGE,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(last, to));
}
