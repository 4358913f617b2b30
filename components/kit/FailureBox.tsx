import { Icon } from './Icon';

interface FailureBoxProps {
  readonly title: string;
  /** What happened and what to do. */
  readonly sentence: string;
}

/** Reports a failure and what to do. Screen readers announce it at once. */
export function FailureBox({ title, sentence }: FailureBoxProps) {
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
