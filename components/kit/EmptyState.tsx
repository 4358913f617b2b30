import type { ComponentChildren } from 'preact';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ComponentChildren;
  /** Buttons that resolve the empty state. */
  readonly actions?: ComponentChildren;
  /** Shown under the buttons. */
  readonly hint?: string;
}

/** Explains why there is nothing to list, and what to do. */
export function EmptyState({ icon, title, children, actions, hint }: EmptyStateProps) {
  return (
    <section class="empty" aria-label={title}>
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && <div class="row-of">{actions}</div>}
      {hint && <p class="small-print">{hint}</p>}
    </section>
  );
}
