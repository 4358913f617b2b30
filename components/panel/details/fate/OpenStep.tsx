/** The fifth step of a journey while the event's fate is unknown, or if the event has no fate. */
export function OpenStep({ label }: { readonly label: string }) {
  return (
    <li class="open">
      <b>{label}</b>
      <span class="mono">–</span>
    </li>
  );
}
