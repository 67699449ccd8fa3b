import "@angular/compiler";
import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";

const slug = location.pathname.split("/")[1] || "index";

class App {
  page = signal(undefined);

  constructor() {
    fetch(`/data/${slug}.json`)
      .then((answer) => answer.json())
      .then((data) => {
        document.title = slug === "index" ? data.site : `${data.title} | ${data.site}`;
        this.page.set(data);
      });
  }
}

Component({
  selector: "app-root",
  template: `@if (page(); as page) {
    <main>
      <h1>{{ page.title }}</h1>
      @for (words of page.text; track $index) { <p>{{ words }}</p> }
      <ul>
        @for (link of page.links; track link.slug) { <li><a [href]="'/' + link.slug">{{ link.title }}</a></li> }
      </ul>
    </main>
  } @else { <p>Loading…</p> }`,
})(App);

bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
