"""One frozen object for each template: exactly what that template may read, under the name `page`."""
