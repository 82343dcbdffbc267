// The view "Laboratory".

export function Laboratory() {
  return <section class="view laboratory" data-testid="view-laboratory" />;
}
