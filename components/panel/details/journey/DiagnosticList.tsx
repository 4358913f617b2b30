import { useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';
import { DiagnosticNote } from './DiagnosticNote';
import type { DiagnosticLabel } from './diagnostic-labels';

/** More of them would leave no room for the tabs; the rest is one click away. */
const SHOWN = 2;

/** What scrolls must be within reach of Tab, or the keyboard could not scroll it. */
const withinReach = { tabIndex: 0 } as const;

interface DiagnosticListProps {
  /** The worst first. */
  readonly diagnostics: readonly DiagnosticLabel[];
  /** The line for a response that says more than it means, or null if it does not. */
  readonly misleading: string | null;
}

/** What went wrong on the event's way, readable at a glance under the four steps. */
export function DiagnosticList({ diagnostics, misleading }: DiagnosticListProps) {
  const [all, setAll] = useState(false);
  if (diagnostics.length === 0 && misleading === null) return null;
  const shown = all ? diagnostics : diagnostics.slice(0, SHOWN);
  const folded = diagnostics.length - shown.length;
  return (
    <section class="troubles" aria-label={i18n.t('detail.deliveryIssues')} {...withinReach}>
      {misleading && (
        <p class="note">
          <Icon name="notice" />
          <span>{misleading}</span>
        </p>
      )}
      {shown.map((diagnostic) => (
        <DiagnosticNote key={diagnostic.code} diagnostic={diagnostic} />
      ))}
      {folded > 0 && (
        <Button appearance="text" onClick={() => setAll(true)}>
          {i18n.t('detail.andMore', { n: formatNumber(folded) })}
        </Button>
      )}
    </section>
  );
}
