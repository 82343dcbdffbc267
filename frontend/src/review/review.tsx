// The view "Review".

export function Review() {
  return <section class="view review" data-testid="view-review" />;
}
