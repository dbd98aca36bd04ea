/** Everything that a carousel says. */
export interface CarouselLabels {
  region: string;
  previous: string;
  next: string;
  /** Names the dots together. */
  choose: string;
  /** Names the dot that leads to a slide. */
  goTo: (slide: number) => string;
  position: (slide: number, slideCount: number) => string;
}
