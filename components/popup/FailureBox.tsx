import type { FailureWords } from '../../lib/identity/failure';
import { Icon } from '../ui/Icon';

/** Says what did not work, and what to do. Read out at once. */
export function FailureBox({ title, sentence }: FailureWords) {
  return (
    <div class="fail" role="alert">
      <Icon name="invalid" />
      <div>
        <b>{title}</b>
        <p>{sentence}</p>
      </div>
    </div>
  );
}
