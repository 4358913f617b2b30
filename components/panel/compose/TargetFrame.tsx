import type { WatchedFrame } from '../../../lib/messaging/frames';
import { type Frames, frameLabel } from '../../../lib/panel/frames';
import { Icon } from '../../ui/Icon';

interface TargetFrameProps {
  readonly frames: Frames;
  readonly target: WatchedFrame;
}

/** Which frame's SDK is called: a choice only where there are several. */
export function TargetFrame({ frames, target }: TargetFrameProps) {
  const targets = frames.targets.value;
  if (targets.length === 1) {
    return (
      <div class="target">
        <small>Through the page’s SDK</small>
        <span class="state" title={target.url}>
          <Icon name="frame" size={13} tone="muted" />
          <span class="clip">{frameLabel(target)}</span>
        </span>
      </div>
    );
  }
  return (
    <label class="target">
      <small>Target frame, through its SDK</small>
      <span class="select">
        <Icon name="frame" size={13} />
        <select
          aria-label="Target frame"
          value={target.documentId}
          onChange={(event) => frames.choose(event.currentTarget.value)}
        >
          {targets.map((frame) => (
            <option key={frame.documentId} value={frame.documentId}>
              {frameLabel(frame)}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
    </label>
  );
}
