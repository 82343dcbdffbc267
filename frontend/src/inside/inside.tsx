// The view "Inside".

export function Inside() {
  return <section class="view inside" data-testid="view-inside" />;
}
