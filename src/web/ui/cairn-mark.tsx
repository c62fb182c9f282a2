/** Three stones, one on the other. */
export function CairnMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <ellipse cx="12" cy="18.6" rx="8.6" ry="3.3" fill="var(--accent)" opacity="0.55" />
      <ellipse cx="11.3" cy="12" rx="6.3" ry="2.8" fill="var(--accent)" opacity="0.8" />
      <ellipse cx="12.6" cy="6.2" rx="4.1" ry="2.3" fill="var(--accent)" />
    </svg>
  );
}
