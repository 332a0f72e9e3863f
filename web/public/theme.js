// Runs before the first paint, so that a dark page never flashes white. A file, because the site's CSP refuses inline scripts.
try {
  document.documentElement.dataset.theme = localStorage.getItem('formroom.theme') ?? 'system';
} catch {
  // Storage is closed to us: the machine's own setting holds.
}
