import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { formatCount } from '#components/i18n/count-text.ts';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { EventKind } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { Composer, Draft } from './composer';

interface KindListProps {
  readonly composer: Composer;
  /** Further entries below the kinds. */
  readonly children?: ComponentChildren;
}

/**
 * All kinds, with the state of their drafts.
 * A list if there is room, otherwise a select box.
 */
export function KindList({ composer, children }: KindListProps) {
  const selected = composer.kind.value;
  return (
    <nav class="kindlist" aria-label={i18n.t('compose.kinds')}>
      <h3 id="kinds-heading">{i18n.t('compose.kinds')}</h3>
      <div role="listbox" aria-labelledby="kinds-heading" onKeyDown={(event) => handleListKey(event, composer)}>
        {composer.drafts.map((draft) => (
          <KindOption key={draft.kind} draft={draft} isSelected={draft.kind === selected} onSelect={composer.select} />
        ))}
      </div>
      <SelectBox
        name={i18n.t('compose.kind')}
        value={selected}
        options={composer.drafts.map(({ kind }) => [kind, kind.toUpperCase()])}
        onSelect={composer.select}
      />
      {children}
    </nav>
  );
}

interface KindOptionProps {
  readonly draft: Draft;
  readonly isSelected: boolean;
  readonly onSelect: (kind: EventKind) => void;
}

function KindOption({ draft, isSelected, onSelect }: KindOptionProps) {
  const errors = draft.errorCount.value;
  return (
    <div
      role="option"
      class="inset"
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(draft.kind)}
      onKeyDown={(event) => event.key === 'Enter' && onSelect(draft.kind)}
    >
      <span class="mono">{draft.kind.toUpperCase()}</span>
      {errors > 0 && (
        <StatusLabel
          icon="invalid"
          tone="error"
          title={i18n.t('compose.inThisDraft', { errors: formatCount(errors, 'error') })}
        >
          {errors}
        </StatusLabel>
      )}
      {errors === 0 && draft.isEdited.value && <small>{i18n.t('compose.edited')}</small>}
    </div>
  );
}

const indexSteps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

function handleListKey(event: TargetedKeyboardEvent<HTMLElement>, composer: Composer) {
  const step = indexSteps[event.key];
  if (!step) return;
  event.preventDefault();
  const index = composer.drafts.findIndex((draft) => draft.kind === composer.kind.value);
  const nextIndex = step(index, composer.drafts.length - 1);
  const draft = composer.drafts[nextIndex];
  if (draft) composer.select(draft.kind);
  event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')[nextIndex]?.focus();
}
