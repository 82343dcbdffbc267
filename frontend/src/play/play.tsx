// The view "Play".

export function Play() {
  return <section class="view play" data-testid="view-play" />;
}
