/** The mark of the site: a mortarboard. Decoration, so it has no name. */
export const Crest = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--accent)" />
    <path d="M16 7 5.5 12 16 17l10.5-5z" fill="var(--on-accent)" />
    <path d="M9.5 16v5.2c1.7 1.9 4 2.8 6.5 2.8s4.8-.9 6.5-2.8V16L16 19.1z" fill="var(--on-accent)" opacity=".72" />
  </svg>
);
