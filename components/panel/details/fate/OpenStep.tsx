/** The fifth step of a journey while its fate is not known, or where it has none. */
export function OpenStep({ label }: { readonly label: string }) {
  return (
    <li class="open">
      <b>{label}</b>
      <span class="mono">–</span>
    </li>
  );
}
